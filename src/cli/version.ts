import { version } from '../../package.json';

/** The program's version, from the package. */
export const VERSION: string = version;
