import { TextArea, TextField } from '@portal/kit/ui/fields'
import type { ReactNode } from 'react'
import type { Builder } from './use-builder.ts'

/** Maximum length of name and description, in characters. */
const LIMITS = { name: 200, description: 2000 } as const

export interface BasicInfoProps {
  builder: Builder
  problem: string | undefined
  /** Called when Enter is pressed in the name. */
  onNext: () => void
  children?: ReactNode
}

/** Shows the step for name and description. */
export function BasicInfo({ builder, problem, onNext, children }: BasicInfoProps) {
  const { state, dispatch } = builder
  return (
    <div className="grid gap-5">
      <TextField
        label="Workform Name"
        required
        value={state.name}
        onChange={(name) => dispatch({ type: 'name', name })}
        error={problem}
        maxLength={LIMITS.name}
        autoComplete="off"
        placeholder="Such as “New client intake”"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onNext()
        }}
      />
      <TextArea
        label="Description"
        value={state.description}
        onChange={(description) => dispatch({ type: 'description', description })}
        maxLength={LIMITS.description}
        help="Clients see it below the name."
      />
      {children}
    </div>
  )
}
