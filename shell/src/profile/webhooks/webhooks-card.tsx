import { buttonClass } from '@portal/kit/ui/button'
import { Link } from '@tanstack/react-router'
import { SHELL_PAGES } from '../../pages.ts'
import { ActionCard } from '../action-card.tsx'

/** Links to the webhooks. */
export function WebhooksCard() {
  return (
    <ActionCard
      title={SHELL_PAGES.bookkeeper['/profile/webhooks'].title}
      description="Notify your other systems when clients are created and sections are submitted or reviewed."
    >
      <Link to="/profile/webhooks" className={buttonClass()}>
        Manage Webhooks
      </Link>
    </ActionCard>
  )
}
