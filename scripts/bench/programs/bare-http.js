// The minimal script for the same request.
import { get } from 'node:http';

const headers = { authorization: `Bearer ${process.env.LOOPS_API_KEY}` };
get(`${process.env.LOOPS_BASE_URL}/v1/dedicated-sending-ips`, { headers }, (response) => {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk) => {
    text += chunk;
  });
  response.on('end', () => process.stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`));
});
