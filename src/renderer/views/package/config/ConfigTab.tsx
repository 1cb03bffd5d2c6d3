import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Configs } from '../../config/Configs';
import type { TabProps } from '../PackageView';
import { chooseConfig, configStore, fetchShown, showValues } from './store';

/** What each configured artifact of the package would receive. */
export function ConfigTab({ model, summary }: TabProps) {
  const { selected, shown, form, json, error } = useStore(configStore(model));
  useEffect(() => void fetchShown(model), [model]);
  return (
    <Configs
      name="config"
      configs={summary.configs}
      selected={selected}
      onChoose={(index) => chooseConfig(model, index)}
      shown={shown}
      onShow={(show) => showValues(model, show)}
      form={form}
      onForm={(next) => configStore(model).setState({ form: next })}
      json={json.get(selected)}
      error={error}
    />
  );
}
