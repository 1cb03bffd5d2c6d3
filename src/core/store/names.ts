import { compareBuild, valid } from 'semver';
import { compareBytes } from '../text/order';

/** 1–100 of `a-z 0-9 -`, no hyphen at either end: each part of `<scope>/<name>` (spec 2.1). */
const PART = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;

/** Whether Murmur accepts a scope or the name below it. */
export function isNamePart(text: string): boolean {
  return PART.test(text);
}

/** Whether a folder's name can only be meant as a version: a number with a dot, as every version has. */
export function looksLikeVersion(text: string): boolean {
  return /^v?\d+\.\d/.test(text);
}

/** The platforms Murmur builds for; a native package has one archive for each (spec 2.2). */
export const PLATFORMS = ['darwin-aarch64', 'darwin-x86_64', 'linux-aarch64', 'linux-x86_64'] as const;

const OS: Readonly<Record<string, string>> = { darwin: 'darwin', linux: 'linux' };
const ARCH: Readonly<Record<string, string>> = { arm64: 'aarch64', x64: 'x86_64' };

/** The platform of this machine in Murmur's words, or null where Murmur has none. */
export function hostPlatform(platform: string = process.platform, arch: string = process.arch): string | null {
  const [os, cpu] = [OS[platform], ARCH[arch]];
  return os === undefined || cpu === undefined ? null : `${os}-${cpu}`;
}

/**
 * Versions in the order of semver (build numbers compared too); what is no version comes first, by bytes, so that the
 * order is total.
 */
export function compareVersions(a: string, b: string): number {
  const [knownA, knownB] = [valid(a) !== null, valid(b) !== null];
  if (knownA !== knownB) return knownA ? 1 : -1;
  return (knownA ? compareBuild(a, b) : 0) || compareBytes(a, b);
}
