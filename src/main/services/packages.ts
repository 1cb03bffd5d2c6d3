import type { Desk } from '../desk';
import type { Handlers } from '../ipc';
import { compareService } from './compare';
import { contentService } from './contents';
import { type DragParts, dragService } from './drag';
import { OpenPackages } from './open-packages';
import { packageService } from './package';

type Calls = Pick<Handlers, Extract<keyof Handlers, `${'package' | 'search' | 'compare'}:${string}`>>;

/** Everything about open packages, which all of it shares. */
export function packageServices(desk: Desk, drag: DragParts): Calls {
  const packages = new OpenPackages((token, there) => desk.tell('package:changed', { token, there }));
  return {
    ...packageService(desk, packages),
    ...contentService(desk, packages),
    ...compareService(desk, packages),
    ...dragService(desk, packages, drag),
  };
}
