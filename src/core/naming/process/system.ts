import { systemClock } from './clock';
import { packetFiles } from './packet-file';
import type { Machine } from './port';
import { systemProcesses } from './spawn';

/** The machine this program runs on. */
export const systemMachine: Machine = { clock: systemClock, processes: systemProcesses, packetFiles: packetFiles() };
