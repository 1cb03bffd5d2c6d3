import type { App, IpcMainEvent, IpcMainInvokeEvent, Session, WebContents } from 'electron';

/** No page of this program goes anywhere, opens anything, or embeds anything, whatever loaded it. */
export function guardContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    const refuse = (
      event: Pick<Electron.Event<Electron.WebContentsWillNavigateEventParams>, 'url' | 'preventDefault'>,
    ) => {
      if (event.url !== contents.getURL()) event.preventDefault(); // a page may load itself again
    };
    contents.on('will-navigate', refuse);
    contents.on('will-frame-navigate', (event) => (event.isMainFrame ? refuse(event) : event.preventDefault()));
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** No permission is ever given, no device ever handed out, nothing ever downloaded. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setUSBProtectedClassesHandler(() => []);
  session.on('will-download', (event) => event.preventDefault());
}

/** Who may speak to main: the top frame of our own window, at our own address. */
export function isOurs(
  event: Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  ours: WebContents | null,
  address: string,
): boolean {
  const frame = event.senderFrame;
  if (ours === null || frame === null || event.sender !== ours) return false;
  return frame.parent === null && frame === ours.mainFrame && atAddress(frame.url, address);
}

/** Whether a frame's address is the page itself; what stands after `#` does not matter. */
export function atAddress(url: string, address: string): boolean {
  return url === address || url.startsWith(`${address}#`);
}
