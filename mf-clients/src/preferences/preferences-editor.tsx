import { cleanText, isBlank } from '@portal/contract/text'
import { type DescribedPreference, describePreferences } from '@portal/contract/describe-preferences'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { NotesField } from '../picker/notes-field.tsx'
import { describeNext } from './next-reminder.ts'
import type { EditableKind } from './preference-form.ts'
import { type Instructions, type InstructionsFor, suggestedFor, useSuggestion } from './suggestion.ts'

const AddPreference = lazyComponent(() => import('./add-preference.tsx'), 'AddPreference')

export interface PreferencesEditorProps {
  value: Instructions
  onChange: (change: Partial<Instructions>) => void
  about: InstructionsFor
  /** Whom the notes are about: 'this client' or 'all selected clients'. */
  who: string
}

/** Shows notes, the preferences that the agent understands in them, and what it does next. All can be changed. */
export function PreferencesEditor({ value, onChange, about, who }: PreferencesEditorProps) {
  const { suggestion, preferences: shown, next, isCurrent, isMerged, failed } = useSuggestion(value, about)
  const preferences = shown ?? (!isBlank(value.notes) ? suggestion?.preferences : undefined) ?? NO_PREFERENCES
  const edit = (edited: Preferences | null): void => onChange({ preferences: edited, read: value.notes })
  useSeen(value, onChange, about, isCurrent ? preferences : undefined)
  const notUnderstood = !isBlank(value.notes) ? (suggestion?.not_understood ?? []) : []
  const hasNothing = describePreferences(preferences).length === 0 && notUnderstood.length === 0
  return (
    <div className="grid min-w-0 gap-3">
      <NotesField about={who} value={value.notes} onChange={(notes) => onChange({ notes })} />
      <div className="flex min-w-0 flex-col gap-2 rounded-field border border-base-300 p-3">
        <p className="font-medium text-sm">Preferences for reminders</p>
        <Chips
          preferences={preferences}
          notUnderstood={notUnderstood}
          before={{ preferences: value.preferences, read: value.read }}
          onChange={edit}
          onReset={onChange}
        />
        {/* Takes no room while it is empty, but stays, so that screen readers announce what comes. */}
        <div aria-live="polite" className="text-base-content/70 text-sm empty:-mt-2">
          {hasNothing && cleanText(value.notes) && isCurrent ? (
            <p>Nothing in these notes changes the reminders.</p>
          ) : null}
          {preferences.hold && notUnderstood.length > 0 ? (
            <p>
              The agent holds all reminders, because it did not understand everything. Remove “On hold” to have them
              sent.
            </p>
          ) : null}
          {isMerged ? <p>What applied before the notes changed is kept.</p> : null}
          {failed ? <p>The notes cannot be read now. The agent will ask you before it sends anything.</p> : null}
          {next ? <p>{describeNext(next)}</p> : null}
        </div>
        {value.preferences && !isBlank(value.notes) ? (
          <Button variant="link" size="sm" className="self-start" onClick={() => edit(null)}>
            Read the notes again
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Remembers the suggestion that is on screen, which the bookkeeper confirms by submitting. */
function useSeen(
  value: Instructions,
  onChange: PreferencesEditorProps['onChange'],
  about: InstructionsFor,
  suggested: Preferences | undefined,
): void {
  const key = suggestedFor(value, about)
  const { seen } = value
  const isSame = seen?.about === key && JSON.stringify(seen.preferences) === JSON.stringify(suggested)
  const isNew = suggested !== undefined && !isBlank(value.notes) && !isSame
  const remember = useEffectEvent(() => {
    if (suggested) onChange({ seen: { about: key, preferences: suggested } })
  })
  useEffect(() => {
    if (isNew) remember()
  }, [isNew])
}

interface ChipsProps {
  preferences: Preferences
  notUnderstood: readonly string[]
  /** What has been edited so far. */
  before: Pick<Instructions, 'preferences' | 'read'>
  onChange: (preferences: Preferences) => void
  onReset: (before: Pick<Instructions, 'preferences' | 'read'>) => void
}

/** What the open form adds or changes, and what it started with. */
interface Editing extends Pick<ChipsProps, 'preferences' | 'before'> {
  /** Empty to add one. */
  label: string
  kind: EditableKind | undefined
  /** The preferences without the one that is changed. */
  rest: Preferences
}

/** Shows each preference with a button that removes it, and a form to add or change one. */
function Chips({ preferences, notUnderstood, before, onChange, onReset }: ChipsProps) {
  const [editing, setEditing] = useState<Editing>()
  const close = (): void => setEditing(undefined)
  return (
    <>
      <ul className="flex min-w-0 flex-wrap gap-2">
        {describePreferences(preferences).map((described) => (
          <Chip
            key={described.label}
            described={described}
            onEdit={(kind) =>
              setEditing({ label: described.label, kind, rest: described.without, preferences, before })
            }
            onRemove={() => {
              close()
              onChange(described.without)
            }}
          />
        ))}
        {notUnderstood.map((words) => (
          <li key={words} className="flex min-w-0 items-center">
            <Badge tone="yellow" className="wrap-anywhere whitespace-normal text-left">
              {`Not understood: ${words}`}
            </Badge>
          </li>
        ))}
        <li>
          <Button
            size="sm"
            onClick={() => setEditing({ label: '', kind: undefined, rest: preferences, preferences, before })}
          >
            Add a preference
          </Button>
        </li>
      </ul>
      {editing ? (
        <AddPreference
          key={editing.label}
          kind={editing.kind}
          rest={editing.rest}
          preferences={editing.preferences}
          onChange={onChange}
          onDone={close}
          onCancel={() => {
            onReset(editing.before)
            close()
          }}
        />
      ) : null}
    </>
  )
}

interface ChipProps {
  described: DescribedPreference
  onEdit: (kind: EditableKind) => void
  onRemove: () => void
}

function Chip({ described: { kind, label }, onEdit, onRemove }: ChipProps) {
  return (
    <li className="flex min-w-0 items-center rounded-field border border-base-300 bg-base-200 text-sm">
      {kind === 'never' ? (
        <span className="wrap-anywhere py-1 pl-2.5">{label}</span>
      ) : (
        <button
          type="button"
          className="wrap-anywhere cursor-pointer py-1 pl-2.5 text-left hover:underline"
          aria-label={`Change: ${label}`}
          onClick={() => onEdit(kind)}
        >
          {label}
        </button>
      )}
      <button
        type="button"
        className="cursor-pointer p-2 hover:text-error"
        aria-label={`Remove: ${label}`}
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  )
}
