// A naming runner to try: no model, no network. It reads one packet (from the file it is given, else from stdin), answers
// from the packet's paths and symbols, and takes a little time. A packet's `demo` says how long, and whether to fail.
import { readFileSync } from 'node:fs';

const [packetFile] = process.argv.slice(2);
const packet = JSON.parse(readFileSync(packetFile ?? 0, 'utf8'));
const { ms = 200, fail = null } = packet.demo ?? {};

/** `src/core/zip_reader` → `Zip reader`. */
function nameOf(paths) {
  const folder = (paths[0] ?? '').split('/').slice(0, -1).pop() ?? 'block';
  const words = folder.replaceAll(/[^A-Za-z0-9]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function purposeOf({ top_symbols: symbols, dominant_kinds: kinds, member_count: count }) {
  const shown = symbols.slice(0, 3).join(', ');
  return `Holds ${count} members, mostly ${kinds.join(' and ')}: ${shown}.`;
}

const answer = () => ({ name: nameOf(packet.member_paths), purpose: purposeOf(packet) });
const print = (value) => console.log(typeof value === 'string' ? value : JSON.stringify(value));

/** Each way in which a runner can let its block down. */
const FAILURES = {
  'not json': () => print('I would call it the archive reader.'),
  markup: () => print({ ...answer(), name: '<b>Archive</b>' }),
  link: () => print({ ...answer(), purpose: 'See https://example.com for more.' }),
  'too long': () => print({ ...answer(), name: 'A name that goes on and on and never comes to its end' }),
  silent: () => {},
  status: () => {
    console.error('loading model…');
    console.error('the model file is not there');
    process.exitCode = 3;
  },
  signal: () => process.kill(process.pid, 'SIGKILL'),
  hang: () => setInterval(() => {}, 1000),
  chatty: () => {
    for (let line = 0; line < 20_000; line++)
      print(`thinking about symbol ${line} of ${packet.block_id}, which is a long thought`);
    print(answer());
  },
};

console.error(`looking at ${packet.block_id}`);
setTimeout(() => (FAILURES[fail] ?? (() => print(answer())))(), ms);
