// The part of undici that makes HTTP/1.1 requests. The package's entry point also loads fetch, WebSocket, caches and mocks, which
// takes about thirty milliseconds. The build uses this file instead; tests use the entire package.
const Dispatcher = require('../node_modules/undici/lib/dispatcher/dispatcher.js');

Dispatcher.prototype.request = require('../node_modules/undici/lib/api/api-request.js');
// Proxies need CONNECT.
Dispatcher.prototype.connect = function connect(...words) {
  return require('../node_modules/undici/lib/api/api-connect.js').apply(this, words);
};

module.exports = {
  Agent: require('../node_modules/undici/lib/dispatcher/agent.js'),
  errors: require('../node_modules/undici/lib/core/errors.js'),
  // Loaded only if a proxy is set.
  get ProxyAgent() {
    return require('../node_modules/undici/lib/dispatcher/proxy-agent.js');
  },
};
