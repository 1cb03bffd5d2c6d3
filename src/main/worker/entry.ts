// Runs in a process of its own (utilityProcess): reads what people opened, so that neither main nor the window waits
// for a file, and so that a hostile one costs nothing but this process. Its one argument is its role.
import { GiveBack } from './give-back';
import { makeJobs } from './jobs';
import type { ToReader } from './protocol';
import { serveJobs } from './serve-jobs';

const port = process.parentPort;
const giveBack = new GiveBack();
const jobs = makeJobs({ large: !process.argv.includes('front'), giveBack });
const hear = serveJobs(jobs, (message) => {
  giveBack.busy();
  port.postMessage(message);
});
port.on('message', ({ data }) => {
  giveBack.busy();
  void hear(data as ToReader);
});
