import { MAX_DUE_DAYS } from '@portal/contract/limits'
import { TextField } from '@portal/kit/ui/fields'
import type { Builder } from './use-builder.ts'

/** Shows the field for the default due date, in days after the assignment. */
export function DefaultDueDate({ builder: { state, dispatch } }: { builder: Builder }) {
  return (
    <TextField
      label="Default due date"
      help="Filled in when you assign the workform. You can change the date each time."
      className="sm:max-w-sm"
      inputMode="numeric"
      autoComplete="off"
      placeholder="None"
      suffix={<span className="shrink-0 text-base-content/70">days after assignment</span>}
      maxLength={String(MAX_DUE_DAYS).length}
      value={state.dueDays === null ? '' : String(state.dueDays)}
      onChange={(text) => {
        const digits = text.replace(/\D/g, '')
        dispatch({ type: 'due-days', dueDays: digits === '' ? null : Number(digits) })
      }}
    />
  )
}
