import { err, failure } from '../../shared/result';
import type { Desk } from '../desk';
import type { Handlers } from '../ipc';

type PackageCalls = Pick<Handlers, Extract<keyof Handlers, `package:${string}`>>;

export function packageService(_desk: Desk): PackageCalls {
  const soon = () => err(failure('not-yet', 'not yet'));
  return {
    'package:open': soon,
    'package:digest': soon,
    'package:check': soon,
    'package:table': soon,
    'package:rows': soon,
    'package:row-of': soon,
    'package:preview': soon,
    'package:manifest-file': soon,
    'package:config': soon,
    'package:report': soon,
    'package:save-report': soon,
    'package:manifest-files-text': soon,
    'package:close': soon,
  };
}
