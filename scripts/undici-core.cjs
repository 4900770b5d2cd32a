// The part of undici that makes plain HTTP/1.1 requests. Its own entry also loads fetch, WebSocket, caches and mocks, which
// would cost every run some thirty milliseconds. Built in place of the package's entry; the tests run on the whole package.
const Dispatcher = require('../node_modules/undici/lib/dispatcher/dispatcher.js');

Dispatcher.prototype.request = require('../node_modules/undici/lib/api/api-request.js');
// A proxy is asked with CONNECT.
Dispatcher.prototype.connect = function connect(...words) {
  return require('../node_modules/undici/lib/api/api-connect.js').apply(this, words);
};

module.exports = {
  Agent: require('../node_modules/undici/lib/dispatcher/agent.js'),
  errors: require('../node_modules/undici/lib/core/errors.js'),
  // Loaded only where a proxy is set.
  get ProxyAgent() {
    return require('../node_modules/undici/lib/dispatcher/proxy-agent.js');
  },
};
