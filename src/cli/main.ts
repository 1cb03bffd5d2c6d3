import { processIo } from './process-io';
import { runCli } from './run';

// The command line's entry: everything of the process stands in process-io, everything else takes a CliIo.
const { io, interrupted } = processIo();
const code = await runCli(process.argv.slice(2), io);
process.exit(interrupted() ?? code);
