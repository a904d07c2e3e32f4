import { Card } from '@portal/kit/ui/card'
import { cx } from '@portal/kit/ui/class-names'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Check } from 'lucide-react'

interface StepProps {
  number: number
  done?: boolean
  title: string
  text: string
  to: string
  search?: Record<string, unknown>
  label: string
}

function Step({ number, done = false, title, text, to, search = {}, label }: StepProps) {
  return (
    <li className="flex items-start gap-4 px-5 py-4">
      <span
        aria-hidden
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full',
          done ? 'bg-success/15 text-success' : 'bg-primary font-semibold text-primary-content text-xs',
        )}
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </p>
        <p className="mt-0.5 text-base-content/70">{text}</p>
        <Link
          to={to}
          search={search}
          className="mt-2 inline-flex min-h-8 items-center gap-1.5 font-medium text-primary hover:underline"
        >
          {label}
          <ArrowRight className="size-4" aria-hidden />
        </Link>
      </div>
    </li>
  )
}

/** Shows the first steps to a firm without clients. */
export function FirstSteps({ hasWorkforms }: { hasWorkforms: boolean }) {
  return (
    <Card title="Get started" description="Three steps to your first onboarding." padded={false}>
      <ol className="divide-y divide-base-300">
        <Step
          number={1}
          done={hasWorkforms}
          title="Build a workform"
          text="A form with sections for the answers and files that you need. Or use a template as it is."
          to="/workforms"
          label={hasWorkforms ? 'View your workforms' : 'Go to Workforms'}
        />
        <Step
          number={2}
          title="Add your first client"
          text="Choose a workform and a due date. The client is invited by email."
          to="/clients"
          search={{ create: true }}
          label="Add a client"
        />
        <Step
          number={3}
          title="Review what comes in"
          text="Submitted sections appear here and under Form Submissions."
          to="/form-submissions"
          label="See Form Submissions"
        />
      </ol>
    </Card>
  )
}
