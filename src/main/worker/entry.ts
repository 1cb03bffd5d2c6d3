// Runs in a process of its own (utilityProcess): reads what people opened, so that neither main nor the window waits
// for a file, and so that a hostile one costs nothing but this process. Its one argument is its role.
import { makeJobs } from './jobs';
import type { ToReader } from './protocol';
import { serveJobs } from './serve-jobs';

const port = process.parentPort;
const jobs = makeJobs({ large: !process.argv.includes('front') });
const hear = serveJobs(jobs, (message) => port.postMessage(message));
port.on('message', ({ data }) => void hear(data as ToReader));
