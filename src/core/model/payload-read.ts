import type { Finding } from '../../shared/models/finding';
import type { Payload } from '../../shared/models/package';
import { type Failure, ok, type Result } from '../../shared/result';
import { SourceError } from '../io/source';
import type { Archive } from '../package/archive';
import { showName } from '../text/visible';
import { modelFinding } from './findings';
import { type InterfaceOptions, payloadInterfaces } from './interfaces';
import type { ChosenPayload } from './payload';

export interface PayloadReading {
  readonly payload: Payload;
  /** A component's imports; null for anything else. */
  readonly imports: readonly string[] | null;
  readonly findings: readonly Finding[];
}

const modelError = ({ message, hint }: Failure) => ({ error: { code: null, message, ...(hint ? { hint } : {}) } });

/** The payload of a package with its interfaces. Fails where the file cannot be read, or on `cancelled`. */
export async function readPayload(
  archive: Archive,
  chosen: Result<ChosenPayload>,
  options: InterfaceOptions,
): Promise<Result<PayloadReading>> {
  if (!chosen.ok) return ok({ payload: modelError(chosen.error), imports: null, findings: [] });
  const { kind, entry, index } = chosen.value;
  const plain = { kind, entry };
  if (kind !== 'wasm' || index === null) return ok({ payload: plain, imports: null, findings: [] });
  const interfaces = await guarded(() => payloadInterfaces(archive, index, options));
  if (!interfaces.ok) {
    if (interfaces.error.code === 'cancelled') return interfaces;
    const unread = interfaces.error.code === 'not-read';
    const message = `${showName(entry ?? '')}: ${showName(interfaces.error.message)}.`;
    const at = { ...(entry === null ? {} : { entry }), index };
    const findings = unread ? [] : [modelFinding('payload-unreadable', message, at)];
    return ok({ payload: { ...plain, interfaces: modelError(interfaces.error) }, imports: null, findings });
  }
  if (interfaces.value.form === 'module') return ok({ payload: plain, imports: null, findings: [] });
  const { imports, exports } = interfaces.value;
  return ok({
    payload: { ...plain, imports: [...imports], exports: [...exports] },
    imports,
    findings: [],
  });
}

async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceError) return { ok: false, error: error.failure };
    throw error;
  }
}
