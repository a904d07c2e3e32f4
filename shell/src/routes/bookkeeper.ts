import { dropUnknownParams } from '@portal/kit/ui/search-params'
import { lazyPage } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { dashboardQuery } from '../dashboard/queries.ts'
import { type AuditSearch, auditSearch } from '../profile/audit/audit-search.ts'
import { definePage, SHELL_PAGES } from '../pages.ts'
import { bookkeeperRoute } from './layouts.ts'
import { notificationsTab, present, text } from './search.ts'

const dashboardRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  ...definePage(SHELL_PAGES.bookkeeper, '/dashboard'),
  // Not awaited: the page is shown while its figures load.
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQuery),
  component: lazyPage(
    () => import(/* webpackChunkName: "dashboard" */ '../dashboard/dashboard-page.tsx'),
    'DashboardPage',
  ),
})

const notificationsRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  ...definePage(SHELL_PAGES.bookkeeper, '/notifications'),
  validateSearch: notificationsTab,
  component: lazyPage(
    () => import(/* webpackChunkName: "notifications" */ '../notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

const chatRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  ...definePage(SHELL_PAGES.bookkeeper, '/chat'),
  /** `thread` is the open conversation; `client` opens the one with that client. */
  validateSearch: (search: Record<string, unknown>) =>
    present(search, { thread: text(search['thread']), client: text(search['client']) }),
  component: lazyPage(() => import(/* webpackChunkName: "chat" */ '../chat/chat-page.tsx'), 'ChatPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  ...definePage(SHELL_PAGES.bookkeeper, '/profile/webhooks'),
  component: lazyPage(
    () => import(/* webpackChunkName: "profile-webhooks" */ '../profile/webhooks/webhooks-page.tsx'),
    'WebhooksPage',
  ),
})

const profileRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  ...definePage(SHELL_PAGES.bookkeeper, '/profile'),
  component: lazyPage(() => import(/* webpackChunkName: "profile" */ '../profile/profile-page.tsx'), 'ProfilePage'),
})

const deliveriesRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  ...definePage(SHELL_PAGES.bookkeeper, '/profile/deliveries'),
  component: lazyPage(
    () => import(/* webpackChunkName: "profile-deliveries" */ '../profile/firm-mail/deliveries-page.tsx'),
    'DeliveriesPage',
  ),
})

const auditRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  ...definePage(SHELL_PAGES.bookkeeper, '/profile/audit'),
  /** Filters of the audit log. */
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    ...dropUnknownParams(search),
    ...auditSearch(search),
  }),
  component: lazyPage(
    () => import(/* webpackChunkName: "profile-audit" */ '../profile/audit/audit-page.tsx'),
    'AuditPage',
  ),
})

/** The shell's pages inside the bookkeeper's layout. */
export const bookkeeperPages = [
  dashboardRoute,
  notificationsRoute,
  chatRoute,
  profileRoute,
  webhooksRoute,
  deliveriesRoute,
  auditRoute,
] as const
