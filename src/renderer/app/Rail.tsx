import { integer } from '../kit/format';
import { keysShown } from '../kit/keys';
import { useApp, useShell } from './app';
import { showView, type ViewId } from './shell';
import { texts } from './texts';
import { type View, views } from './views';

/** The views, down the left side; on a narrow window only their pictures. */
export function Rail() {
  return (
    <nav aria-label={texts.rail} className="rail">
      <div className="rail-brand">
        <span className="rail-wide">
          {texts.brand[0]}
          <span className="text-accent">{texts.brand[1]}</span>
        </span>
        <span className="rail-thin" aria-hidden>
          m<span className="text-accent">s</span>
        </span>
      </div>
      {views.map((view) => (
        <RailItem key={view.id} view={view} last={view.id === 'settings'} />
      ))}
      <PaletteHint />
    </nav>
  );
}

function RailItem({ view, last }: { view: View; last: boolean }) {
  const app = useApp();
  const current = useShell((state) => state.view === view.id);
  const count = useShell((state) => view.count?.(state) ?? 0);
  const Icon = view.icon;
  const keys = keysShown(view.keys).join(' ');
  return (
    <button
      type="button"
      className="rail-item"
      data-last={last || undefined}
      aria-current={current ? 'page' : undefined}
      aria-label={count > 0 ? `${view.title}, ${count} open` : view.title}
      data-tip={`${view.title}  ${keys}`}
      onClick={() => showView(app.shell, view.id as ViewId, app.memory)}
      onPointerEnter={() => void view.preload?.()}
    >
      <Icon size={16} strokeWidth={1.6} aria-hidden />
      <span className="rail-wide">{view.title}</span>
      <span className="rail-count">{count > 0 && integer(count)}</span>
    </button>
  );
}

function PaletteHint() {
  const app = useApp();
  return (
    <button
      type="button"
      className="rail-foot"
      onClick={() => app.shell.setState({ palette: true })}
      aria-label={texts.palette.label}
    >
      {keysShown('Mod+K').map((key) => (
        <kbd key={key} className="kbd">
          {key}
        </kbd>
      ))}
      <span className="rail-wide">{texts.commands}</span>
    </button>
  );
}
