import { Fact } from '@portal/kit/ui/card'
import { longDay } from '@portal/kit/ui/time'
import { Bot, LayoutList, Mail, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { fieldCount } from '../picker/workform-option.tsx'
import type { Creation } from './state.ts'

const NEXT_STEPS = [
  { icon: UserPlus, text: 'Client account created' },
  { icon: Mail, text: 'Email invite with login link sent' },
  { icon: LayoutList, text: "Workform visible in the client's portal" },
  { icon: Bot, text: 'AI agent monitors progress and reminders' },
] as const

const orMissing = (value: string): ReactNode => value.trim() || <span className="text-error">Missing</span>

/** Shows step 4: a review of all values, and what happens after confirmation. */
export function ReviewStep({ state }: { state: Creation }) {
  const { clientDetails, workform, deadlines } = state
  const { selected } = workform
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact term="Client">{orMissing(clientDetails.fullName)}</Fact>
        <Fact term="Company">
          {clientDetails.companyName.trim() || <span className="text-base-content/70">–</span>}
        </Fact>
        <Fact term="Email address">
          <span className="wrap-anywhere">{orMissing(clientDetails.email)}</span>
        </Fact>
        <Fact term="Phone number">{orMissing(clientDetails.phone)}</Fact>
        <Fact term="Workform">
          {selected ? `${selected.name} (${fieldCount(selected.field_count)})` : orMissing('')}
        </Fact>
        <Fact term="Due date">{deadlines.dueDate ? longDay(deadlines.dueDate) : orMissing('')}</Fact>
        {deadlines.notes.trim() ? (
          <div className="sm:col-span-2">
            <Fact term="Notes">
              <span className="whitespace-pre-wrap">{deadlines.notes.trim()}</span>
            </Fact>
          </div>
        ) : null}
      </dl>
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
