import { canonicalEmail } from '@portal/contract/canonical-email'
import { cleanLine, cleanText, isBlank } from '@portal/contract/text'
import { describePreferences } from '@portal/contract/describe-preferences'
import { Fact } from '@portal/kit/ui/card'
import { EmailText } from '@portal/kit/ui/email-text'
import { TextField } from '@portal/kit/ui/fields'
import { longDay } from '@portal/kit/ui/time'
import { Bot, LayoutList, Mail, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { fieldCount } from '../picker/workform-option.tsx'
import { InvitationPreview } from './invitation-preview.tsx'
import { chosenOf, type Creation, detailProblems } from './state.ts'
import { confirmedInstructions } from './request.ts'
import type { CreationFlowState } from './use-creation.ts'

/** Shows step 1: the client's details. */
export function DetailsStep({ creation: { state, field, marked, address } }: { creation: CreationFlowState }) {
  const problems = marked.step === 0 ? detailProblems(state) : undefined
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Full Name"
        required
        maxLength={120}
        autoComplete="off"
        {...field('fullName')}
        error={problems?.fullName}
      />
      <TextField label="Company Name" maxLength={120} autoComplete="off" {...field('companyName')} />
      <TextField
        label="Email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        {...field('email')}
        error={problems?.email ?? address.problem}
      />
      <TextField
        label="Phone"
        type="tel"
        required
        maxLength={40}
        autoComplete="off"
        {...field('phone')}
        error={problems?.phone}
      />
    </div>
  )
}

const NEXT_STEPS = [
  { icon: UserPlus, text: 'Client account created' },
  { icon: Mail, text: 'Email invite with login link sent' },
  { icon: LayoutList, text: "Workform visible in the client's portal" },
  { icon: Bot, text: 'AI agent monitors progress and reminders' },
] as const

const orMissing = (value: string): ReactNode => cleanLine(value) || <span className="text-error">Missing</span>

/** Shows the workforms with their due dates. */
function Workforms({ state }: { state: Creation }) {
  const chosen = chosenOf(state)
  const [only = { workform: undefined, dueDate: state.dueDate }, ...others] = chosen
  if (others.length === 0) {
    const { workform, dueDate } = only
    return (
      <>
        <Fact term="Workform">
          {orMissing(workform ? `${workform.name} (${fieldCount(workform.field_count)})` : '')}
        </Fact>
        <Fact term="Due date">{orMissing(dueDate ? longDay(dueDate) : '')}</Fact>
      </>
    )
  }
  return (
    <Fact term="Workforms" className="sm:col-span-2">
      <ul className="grid gap-1">
        {chosen.map(({ workform, dueDate }) => (
          <li key={workform.id} className="wrap-anywhere">
            {workform.name} ({fieldCount(workform.field_count)}), due {orMissing(dueDate ? longDay(dueDate) : '')}
          </li>
        ))}
      </ul>
    </Fact>
  )
}

/** Shows the preferences for reminders, which the bookkeeper confirms with this step. */
function Reminders({ state }: { state: Creation }) {
  const { notes, preferences } = confirmedInstructions(state)
  if (!preferences && !notes) return null
  return (
    <Fact term="Preferences for reminders" className="sm:col-span-2">
      {preferences
        ? describePreferences(preferences)
            .map(({ label }) => label)
            .join('; ') || 'None'
        : 'The agent asks you before it sends anything.'}
    </Fact>
  )
}

/** Shows step 4: a review of all values, and what happens after confirmation. */
export function ReviewStep({ state }: { state: Creation }) {
  const email = canonicalEmail(state.email)
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact term="Client">{orMissing(state.fullName)}</Fact>
        <Fact term="Company">{cleanLine(state.companyName) || <span className="text-base-content/70">–</span>}</Fact>
        <Fact term="Email address">{email ? <EmailText email={email} /> : orMissing('')}</Fact>
        <Fact term="Phone number">{orMissing(state.phone)}</Fact>
        <Workforms state={state} />
        {!isBlank(state.personalLine) ? (
          <Fact term="Personal line" className="sm:col-span-2">
            {cleanLine(state.personalLine)}
          </Fact>
        ) : null}
        {!isBlank(state.notes) ? (
          <Fact term="Notes" className="whitespace-pre-wrap sm:col-span-2">
            {cleanText(state.notes)}
          </Fact>
        ) : null}
        <Reminders state={state} />
      </dl>
      <InvitationPreview state={state} />
      <div className="rounded-field bg-base-200/60 px-4 py-3.5">
        <h4 className="font-medium text-sm">Next steps after confirmation</h4>
        <ul className="mt-2.5 grid gap-2 text-sm">
          {NEXT_STEPS.map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-center gap-2.5">
              <Icon className="size-4 shrink-0 text-base-content/60" />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
