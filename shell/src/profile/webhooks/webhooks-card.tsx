import { buttonClass } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { Link } from '@tanstack/react-router'
import { SHELL_PAGES } from '../../pages.ts'

/** Links to the webhooks. */
export function WebhooksCard() {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 max-w-md">
          <h2 className="font-semibold">{SHELL_PAGES.bookkeeper['/profile/webhooks'].title}</h2>
          <p className="mt-0.5 text-base-content/70 text-sm">
            Notify your other systems when clients are created and sections are submitted or reviewed.
          </p>
        </div>
        <Link to="/profile/webhooks" className={buttonClass()}>
          Manage Webhooks
        </Link>
      </div>
    </Card>
  )
}
