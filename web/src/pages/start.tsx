import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { StartField, StartForm } from '../../../src/app/server/ports.ts';
import { useAction, useData } from '../hooks.ts';
import { Card, Empty, Fault, linkTo, Shown } from '../parts/bits.tsx';

/** A form for each command that makes runs, from the flags and settings that it takes. */
export function StartPage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const loaded = useData<{ readonly forms: readonly StartForm[] }>('/forms');
  return (
    <>
      <div class="head">
        <h1>Start a run</h1>
        <a href="#/runs">all runs</a>
      </div>
      <Shown {...loaded}>
        {({ forms }) => {
          const form = forms.find(({ command }) => command === query.get('what')) ?? forms[0];
          return (
            <>
              <nav class="tabs" aria-label="What to start">
                {forms.map(({ command }) => (
                  <a
                    key={command}
                    href={`#/start?what=${command}`}
                    aria-current={command === form?.command ? 'page' : undefined}
                  >
                    {command}
                  </a>
                ))}
              </nav>
              {form === undefined ? (
                <Empty>Nothing can be started here.</Empty>
              ) : (
                <Form key={form.command} form={form} />
              )}
            </>
          );
        }}
      </Shown>
    </>
  );
}

type Started = { readonly run: string | null };

function Form({ form }: { readonly form: StartForm }): JSX.Element {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [config, setConfig] = useState(form.configs[0] ?? '');
  const [file, setFile] = useState(form.files[0] ?? '');
  const { ask, isBusy, error, found } = useAction<Started>(({ run }) => {
    if (run !== null) globalThis.location.hash = linkTo(run);
  });
  const set = (name: string) => (value: string) => setValues({ ...values, [name]: value });
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const chosen = { ...(config === '' ? {} : { config }), ...(file === '' ? {} : { file }) };
  const [flags, settings] = (['flag', 'setting'] as const).map((place) =>
    form.fields.filter((field) => field.place === place),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask('/runs', { command: form.command, ...chosen, values: given });
      }}
    >
      <Card title={form.command} note="empty fields keep what the config file or the program says">
        {form.command === 'learn' && form.files.length === 0 && (
          <Empty>This folder has no table to learn from: put a CSV file or JSON lines into it.</Empty>
        )}
        <div class="fields">
          {form.configs.length > 0 && <Pick label="config" value={config} options={form.configs} choose={setConfig} />}
          {form.files.length > 0 && <Pick label="table" value={file} options={form.files} choose={setFile} />}
          {flags?.map((field) => (
            <Field key={field.name} field={field} value={values[field.name] ?? ''} set={set(field.name)} />
          ))}
        </div>
        {(settings?.length ?? 0) > 0 && (
          <details>
            <summary>{settings?.length} settings of the config file</summary>
            <div class="fields">
              {settings?.map((field) => (
                <Field key={field.name} field={field} value={values[field.name] ?? ''} set={set(field.name)} />
              ))}
            </div>
          </details>
        )}
        <div class="filters">
          <button type="submit" disabled={isBusy}>
            {isBusy ? 'Starting …' : 'Start'}
          </button>
          {found?.run === null && (
            <span role="status">
              It has begun, and has no run yet: see <a href="#/runs">all runs</a>.
            </span>
          )}
        </div>
        {error !== undefined && <Fault error={error} />}
      </Card>
    </form>
  );
}

function Pick({
  label,
  value,
  options,
  choose,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly choose: (value: string) => void;
}): JSX.Element {
  return (
    <label class="field">
      <b>{label}</b>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <small>a file of this folder</small>
    </label>
  );
}

function Field({
  field: { name, kind, options, says, allowed, preset },
  value,
  set,
}: {
  readonly field: StartField;
  readonly value: string;
  readonly set: (value: string) => void;
}): JSX.Element {
  const choices = kind === 'boolean' ? ['true', 'false'] : options;
  const words = [allowed, preset === null ? '' : `default: ${preset}`].filter((text) => text !== '').join('; ');
  return (
    <label class="field">
      <b>{name}</b>
      {choices.length > 0 ? (
        <select value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="">as it is</option>
          {choices.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          value={value}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          placeholder={preset ?? ''}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
      <small>
        {says}
        {words === '' ? '' : ` (${words})`}
      </small>
    </label>
  );
}
