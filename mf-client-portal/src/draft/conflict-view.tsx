import type { WorkformField } from '@portal/contract/fields'
import { Button } from '@portal/kit/ui/button'
import { RadioGroup } from '@portal/kit/ui/fields'
import { type ReactNode, useState } from 'react'
import { sameAnswer } from './differences.ts'
import { type DraftAnswer, type DraftAnswers, isGiven } from './draft-answers.ts'
import { draftText } from './draft-text.ts'

type Side = 'mine' | 'theirs'

/** Returns the preselected side: this device's, unless only the other device has something new. */
function firstChoice(
  was: DraftAnswer | undefined,
  mine: DraftAnswer | undefined,
  theirs: DraftAnswer | undefined,
): Side {
  return sameAnswer(mine, was) && isGiven(theirs) ? 'theirs' : 'mine'
}

export interface ConflictViewProps {
  fields: readonly WorkformField[]
  base: DraftAnswers
  mine: DraftAnswers
  theirs: DraftAnswers
  /** Ids of the fields to decide on; all others are merged. */
  disputed: readonly string[]
  /** Called with the chosen answers. */
  onResolve: (answers: DraftAnswers) => void
}

/** Shows the conflicting answers of two devices side by side and lets the client choose. */
export function ConflictView({ fields, base, mine, theirs, disputed: ids, onResolve }: ConflictViewProps) {
  const disputed = fields.filter((f) => ids.includes(f.id))
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const sideOf = (id: string): Side => chosen[id] ?? firstChoice(base[id], mine[id], theirs[id])
  return (
    <section aria-labelledby="conflict-title" className="grid grid-cols-1 gap-5">
      <div role="alert" className="rounded-field border border-warning/50 bg-warning/10 px-4 py-3 text-sm">
        <h4 id="conflict-title" className="font-medium">
          This section was also changed somewhere else
        </h4>
        <p className="mt-1">Nothing is lost. Please choose which answer to keep.</p>
      </div>
      {disputed.map((field) => (
        <Disputed
          key={field.id}
          field={field}
          mine={mine[field.id]}
          theirs={theirs[field.id]}
          side={sideOf(field.id)}
          onSide={(side) => setChosen({ ...chosen, [field.id]: side })}
        />
      ))}
      <Button
        variant="primary"
        size="lg"
        className="max-sm:w-full sm:justify-self-start"
        onClick={() => {
          const picked = disputed.map((f) => [f.id, (sideOf(f.id) === 'mine' ? mine : theirs)[f.id] ?? null] as const)
          onResolve({ ...mine, ...Object.fromEntries(picked) })
        }}
      >
        Keep chosen answers
      </Button>
    </section>
  )
}

interface DisputedProps {
  field: WorkformField
  mine: DraftAnswer | undefined
  theirs: DraftAnswer | undefined
  side: Side
  onSide: (side: Side) => void
}

function Disputed({ field, mine, theirs, side, onSide }: DisputedProps) {
  const said = (answer: DraftAnswer | undefined): ReactNode => (
    <span className="whitespace-pre-line wrap-anywhere">{draftText(field, answer)}</span>
  )
  return (
    <RadioGroup
      label={field.name}
      value={side}
      onChange={onSide}
      inline
      options={[
        { value: 'mine', label: 'Your version', help: said(mine) },
        { value: 'theirs', label: 'The other version', help: said(theirs) },
      ]}
    />
  )
}
