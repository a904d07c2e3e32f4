import { RadioGroup } from '@portal/kit/ui/fields'
import type { Builder } from './use-builder.ts'

const CHOICES = [
  {
    value: 'yes',
    label: 'Yes',
    help:
      'Templates can be reused for multiple clients. ' +
      'Everyone in your firm can use them, but only you can change this one.',
  },
  { value: 'no', label: 'No', help: 'Client forms are one-time.' },
] as const

/** Shows the choice between a template and a client form. */
export function TemplateChoice({ builder: { state, dispatch }, label }: { builder: Builder; label: string }) {
  return (
    <RadioGroup
      label={label}
      inline
      value={state.isTemplate ? 'yes' : 'no'}
      onChange={(choice) => dispatch({ type: 'template', isTemplate: choice === 'yes' })}
      options={CHOICES}
    />
  )
}
