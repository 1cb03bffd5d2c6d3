import { activate, activeDoc, type Doc } from '../../../app/shell';
import { type PackageModel, showTab } from '../model';
import { compareWith } from './store';

/** A package that is dropped with Alt on the one in front is compared with it. Ends with the document. */
export function compareDrops(model: PackageModel, doc: Doc): void {
  const { app, life } = model;
  let isWaiting = false;
  const dropped = (event: DragEvent) => {
    const { view } = app.shell.getState();
    const front = activeDoc(app.shell.getState(), 'packages');
    isWaiting = event.altKey && event.isTrusted && view === 'packages' && front?.id === doc.id;
  };
  globalThis.window?.addEventListener('drop', dropped, { capture: true, signal: life.signal });
  const stop = app.host.on('app:opened', (items) => {
    const other = items.find((item) => item.kind === 'package' && item.token !== doc.id);
    if (!isWaiting || other === undefined || other.kind === 'refused') return;
    isWaiting = false;
    activate(app.shell, doc);
    showTab(model, 'compare');
    void compareWith(model, other.token);
  });
  life.signal.addEventListener('abort', stop);
}
