import { Avatar } from '@portal/kit/ui/avatar'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { useRefetchOn, useSession, useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Logo } from '../logo.tsx'
import { NotificationBell } from '../notifications/notification-bell.tsx'
import { InstallButton } from '../install/install-button.tsx'
import { EmailChangeNotice } from '../offers/email-change-notice.tsx'
import { OffersNotice } from '../offers/offers-notice.tsx'
import { OffersPage } from '../offers/offers-page.tsx'
import { recordsQuery } from '../offers/queries.ts'
import { OfferPushAfterWork } from '../push/after-work.tsx'
import { Drawer } from './drawer.tsx'
import { useLiveProfile } from './use-live-profile.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { navFor } from './nav.ts'
import { NavLinks } from './nav-links.tsx'
import { RecordSwitcher, useCurrentFirm } from './record-switcher.tsx'
import { useSidebarAttribute } from './use-sidebar-attribute.ts'
import { EVERYWHERE, Shortcuts } from './shortcuts.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { SkipLink } from './skip-link.tsx'
import { useUnreadMessages } from './unread.ts'
import { useMobile } from './use-mobile.ts'

const root = getRouteApi('__root__')

function Header({ children, lead }: { children?: ReactNode; lead?: ReactNode }) {
  const firm = useCurrentFirm()
  return (
    <div className="flex h-14 shrink-0 items-center gap-2 px-3">
      {lead}
      <Logo className="size-7" />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate font-semibold text-sm">Client Portal</p>
        {/* Keeps its height while loading, so that the header does not move. */}
        {lead ? (
          <p className="h-4 truncate text-base-content/70 text-xs" title={firm}>
            {firm}
          </p>
        ) : null}
      </div>
      {children}
    </div>
  )
}

function SideContent({ unread, onFollow }: { unread: number; onFollow?: (() => void) | undefined }) {
  const remotes = root.useRouteContext({ select: (context) => context.remotes })
  const items = useMemo(() => navFor('client', remotes), [remotes])
  const user = useSession()?.user
  const name = user?.name || user?.email || ''
  return (
    <>
      <div className="min-h-[4.75rem] shrink-0 px-3 pt-1">
        <RecordSwitcher onFollow={onFollow} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 py-3">
        <NavLinks
          label="Navigation"
          items={items}
          onFollow={onFollow}
          counts={{ '/client-chat': { count: unread, of: 'unread' } }}
        />
      </div>
      <div className="shrink-0 border-base-300 border-t px-3 py-3">
        <div className="mb-1.5 flex items-center gap-3 px-2">
          <Avatar name={name} size="sm" />
          <p className="min-w-0 flex-1 truncate text-sm" title={name}>
            {name}
          </p>
        </div>
        <InstallButton />
        <SignOutButton />
      </div>
    </>
  )
}

/** Lays out the client's pages. Their state ends when the client switches to another bookkeeper. */
export function ClientLayout() {
  const { id, client_id } = useUser()
  return client_id ? <ClientPortal key={client_id} /> : <OffersPage key={id} />
}

/** Shows pending requests of bookkeepers above the dashboard. */
function Requests() {
  const { offers = [], email_changes: changes = [] } = useQuery(recordsQuery).data ?? {}
  useRefetchOn(['account.changed'], recordsQuery.queryKey)
  const here = useLocation({ select: ({ pathname }) => pathname === '/client-dashboard' })
  if (!here || offers.length + changes.length === 0) return null
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-4 px-4 pt-6 sm:px-8">
      {changes.map((change) => (
        <EmailChangeNotice key={change.id} change={change} />
      ))}
      <OffersNotice offers={offers} />
    </div>
  )
}

function MenuButton({ open, onOpen }: { open: boolean; onOpen: () => void }) {
  const icon = <Menu className="size-5" />
  return <IconButton label="Open menu" aria-expanded={open} onClick={onOpen} className="-ml-2" icon={icon} />
}

const STATUS_CLASS = cx(
  'px-4 pt-2 empty:hidden has-[span:empty]:hidden sm:px-8',
  'md:absolute md:inset-x-0 md:top-3 md:text-center',
)

const MAIN_CLASS = cx(
  // On wide screens there is no header, so it leaves room for toasts and the status of the connection.
  'flex min-w-0 flex-1 flex-col outline-none md:pt-14',
  // Remotes define their pages. Until one is loaded, its skeleton is as narrow as the pages of clients are.
  'not-has-[h1]:[&_.max-w-6xl]:max-w-3xl',
)

/** Renders the side navigation; on a phone a top bar with a menu drawer. */
function ClientPortal() {
  const mobile = useMobile()
  const [drawer, setDrawer] = useState(false)
  const unread = useUnreadMessages()
  useSidebarAttribute('alone')
  useLiveProfile()
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh max-md:flex-col">
        {mobile ? (
          <header className="sticky top-0 z-10 border-base-300 print:hidden border-b bg-base-100">
            <Header lead={<MenuButton open={drawer} onOpen={() => setDrawer(true)} />}>
              <Shortcuts group={EVERYWHERE} />
              <NotificationBell viewer="client" />
            </Header>
          </header>
        ) : (
          <aside
            aria-label="Sidebar"
            className={cx(
              'print:hidden sticky top-0 z-20 flex h-dvh w-64 shrink-0 flex-col',
              'border-base-300 border-r bg-base-100',
            )}
          >
            <Header>
              <Shortcuts group={EVERYWHERE} />
              <NotificationBell viewer="client" />
            </Header>
            <SideContent unread={unread} />
          </aside>
        )}
        {mobile && drawer ? (
          <Drawer label="Menu" onClose={() => setDrawer(false)}>
            <Header />
            <SideContent unread={unread} onFollow={() => setDrawer(false)} />
          </Drawer>
        ) : null}
        <div className="relative flex min-w-0 flex-1 flex-col">
          <div className={STATUS_CLASS}>
            <ConnectionStatus />
          </div>
          <main id="main" tabIndex={-1} className={MAIN_CLASS}>
            <OfferPushAfterWork viewer="client" />
            <Requests />
            <Outlet />
          </main>
        </div>
      </div>
    </>
  )
}
