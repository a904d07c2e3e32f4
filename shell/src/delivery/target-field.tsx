import { cleanEmail, EMAIL_INVALID, isEmail } from '@portal/contract/emails'
import { isBlank } from '@portal/contract/text'
import { TextField } from '@portal/kit/ui/fields'
import { useState } from 'react'

/** Whom an address names: the firm of a bookkeeper, or a person. */
export type TargetKind = 'firm' | 'person'

const TEXTS: Readonly<Record<TargetKind, { label: string; help: string }>> = {
  firm: { label: 'Bookkeeper', help: 'The email address of a bookkeeper of the firm. It applies to its clients, too.' },
  person: { label: 'Person', help: 'The email address of the account.' },
}

/** Holds the address that names a firm or a person, if `kind` says that one is needed. */
export function useTarget(kind: TargetKind | undefined) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  /** Shows what is wrong with the address. Returns whether nothing is. */
  const check = (): boolean => {
    const isMissing = kind !== undefined && !isEmail(cleanEmail(address))
    setProblem(isMissing ? EMAIL_INVALID : undefined)
    return !isMissing
  }
  const unsaved = { changed: !isBlank(address), discard: () => setAddress('') }
  return { address, unsaved, check, field: { value: address, onChange: setAddress, error: problem } }
}

interface TargetFieldProps extends Pick<ReturnType<typeof useTarget>, 'field'> {
  kind: TargetKind
  /** Added to the help. */
  note?: string
}

/** Asks for the address that names a firm or a person. */
export function TargetField({ kind, note, field }: TargetFieldProps) {
  const { label, help } = TEXTS[kind]
  return <TextField {...field} label={label} help={note ? `${help} ${note}` : help} type="email" required />
}
