import { TextField } from '@portal/kit/ui/fields'
import { type ClientDetails, detailProblems } from './state.ts'

export interface DetailsStepProps {
  details: ClientDetails
  /** Whether missing and invalid values are marked. */
  marked: boolean
  /** Error from the server about the email address. */
  emailProblem: string | undefined
  onChange: (change: Partial<ClientDetails>) => void
}

/** Shows step 1: the client's details. */
export function DetailsStep({ details, marked, emailProblem, onChange }: DetailsStepProps) {
  const problems = marked ? detailProblems(details) : {}
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Full Name"
        required
        maxLength={120}
        autoComplete="off"
        value={details.fullName}
        error={problems.fullName}
        onChange={(fullName) => onChange({ fullName })}
      />
      <TextField
        label="Company Name"
        maxLength={120}
        autoComplete="off"
        value={details.companyName}
        onChange={(companyName) => onChange({ companyName })}
      />
      <TextField
        label="Email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        value={details.email}
        error={problems.email ?? emailProblem}
        onChange={(email) => onChange({ email })}
      />
      <TextField
        label="Phone"
        type="tel"
        required
        maxLength={40}
        autoComplete="off"
        value={details.phone}
        error={problems.phone}
        onChange={(phone) => onChange({ phone })}
      />
    </div>
  )
}
