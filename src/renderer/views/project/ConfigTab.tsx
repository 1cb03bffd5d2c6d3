import { Configs } from '../config/Configs';
import { chooseConfig, showValues } from './model';
import type { TabProps } from './ProjectView';

/** What each configured artifact of the project would receive. */
export function ConfigTab({ model, state, project: { configs } }: TabProps) {
  const { values, form, json } = state;
  const selected = Math.min(state.config, configs.length - 1);
  return (
    <Configs
      name="project.config"
      configs={configs}
      selected={selected}
      onChoose={(index) => chooseConfig(model, index)}
      shown={values}
      onShow={(show) => showValues(model, show)}
      form={form}
      onForm={(next) => model.store.setState({ form: next })}
      json={json?.row === selected ? (json.text ?? undefined) : undefined}
      error={json?.error ?? null}
    />
  );
}
