import { TextArea } from '@portal/kit/ui/fields'

export interface NotesFieldProps {
  value: string
  onChange: (notes: string) => void
  /** Whom the notes are about: 'this client' or 'all selected clients'. */
  about: string
}

/** Shows the field for the notes of an assignment, which the agent follows. */
export function NotesField({ value, onChange, about }: NotesFieldProps) {
  return (
    <TextArea
      label="Notes"
      help={`Instructions for ${about}. Reminders take them into account.`}
      maxLength={4000}
      rows={4}
      value={value}
      onChange={onChange}
    />
  )
}
