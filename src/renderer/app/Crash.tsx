import { Component, type ReactNode } from 'react';
import { ErrorState } from '../kit/States';
import { type App, AppContext, copy } from './app';
import { texts } from './texts';

/** A fault in a view stays in the view: the shell and the other tabs go on. */
export class Crash extends Component<{ children: ReactNode }, { error: Error | null }> {
  static override contextType = AppContext;
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const app = this.context as App | null;
    return (
      <ErrorState
        title={texts.crashed}
        error={{ code: 'internal', message: error.message, hint: texts.crashedHint }}
        onRetry={() => this.setState({ error: null })}
        {...(app ? { onCopy: () => void copy(app, 'details', `${error.message}\n${error.stack ?? ''}`) } : {})}
      />
    );
  }
}
