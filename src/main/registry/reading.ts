import type { ProjectReading } from '../project/service';
import type { Reading } from '../worker/reading';
import type { StoreReading } from './ports';

/** Stores by the reader processes: what people wait for in front, every byte of archives in the background. */
export function storeReading(reading: Reading): StoreReading {
  const { front, background } = reading;
  const limit = () => ({ limit: reading.limit });
  return {
    scan: (input) => front.ask('storeScan', input, limit()),
    verify: (input, options) => background.ask('storeVerify', input, { ...limit(), ...options }),
    look: (input) => background.ask('storeLook', input, limit()),
    forget: (root) => {
      // Nobody waits for it, and no process is started for it.
      if (front.isRunning) void front.ask('storeForget', { root }, limit());
    },
  };
}

/** Projects by the reader processes. */
export function projectReading(reading: Reading): ProjectReading {
  const { front, background } = reading;
  const limit = () => ({ limit: reading.limit });
  return {
    read: (input) => front.ask('projectRead', input, limit()),
    verify: (input, signal) => background.ask('projectVerify', input, { ...limit(), signal }),
    config: (input) => front.ask('projectConfig', input, limit()),
    file: (input) => front.ask('projectFile', input, limit()),
    filesText: (input) => front.ask('projectFilesText', input, limit()),
    artifact: (input) => front.ask('projectArtifact', input, limit()),
  };
}
