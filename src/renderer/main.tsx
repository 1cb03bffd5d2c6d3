import { createRoot } from 'react-dom/client';
import { startApp } from './app/actions';
import { AppContext, createApp } from './app/app';
import { Shell } from './app/Shell';
import { texts } from './app/texts';
import { hostOver } from './host';
import { nonce } from './kit/nonce';
import { memoryIn } from './memory';
import './styles/main.css';

// Libraries that add a style element at run time take the page's nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce() });

const root = createRoot(document.getElementById('app') ?? document.body);

if (window.murscope) {
  const app = createApp(hostOver(window.murscope), memoryIn(storage()));
  void startApp(app);
  root.render(
    <AppContext value={app}>
      <Shell />
    </AppContext>,
  );
} else {
  root.render(<p className="p-8">{texts.noHost}</p>);
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
