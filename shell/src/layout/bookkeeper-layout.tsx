import { Avatar } from '@portal/kit/ui/avatar'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { EmailText } from '@portal/kit/ui/email-text'
import { useSession, useUser } from '@portal/sdk'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { InstallButton } from '../install/install-button.tsx'
import { Logo } from '../logo.tsx'
import { NotificationBell } from '../notifications/notification-bell.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { OfferPushAfterWork } from '../push/after-work.tsx'
import { Drawer } from './drawer.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { navFor } from './nav.ts'
import { NavLinks } from './nav-links.tsx'
import { useSidebarAttribute } from './use-sidebar-attribute.ts'
import { Shortcuts, WITH_SIDEBAR } from './shortcuts.tsx'
import { useSidebarState } from './sidebar-state.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { SkipLink } from './skip-link.tsx'
import { useUnreadMessages } from './unread.ts'
import { useMobile } from './use-mobile.ts'

const root = getRouteApi('__root__')

function SidebarTitle({ collapsed }: { collapsed: boolean }) {
  return (
    <div className={cx('flex h-14 shrink-0 items-center gap-3', collapsed ? 'justify-center' : 'px-4')}>
      <Logo className="size-7" />
      {collapsed ? null : (
        <div className="min-w-0 leading-tight">
          <p className="truncate font-semibold text-sm">Client Portal</p>
          <p className="truncate text-base-content/70 text-xs">Bookkeeper Dashboard</p>
        </div>
      )}
    </div>
  )
}

function SidebarFooter({ collapsed }: { collapsed: boolean }) {
  const email = useSession()?.user.email ?? ''
  return (
    <div
      className={cx('shrink-0 border-base-300 border-t py-3', collapsed ? 'flex flex-col items-center gap-2' : 'px-3')}
    >
      {collapsed ? (
        <Avatar name={email} size="sm" />
      ) : (
        <div className="mb-1.5 flex items-center gap-3 px-2">
          <Avatar name={email} size="sm" />
          <p className="min-w-0 flex-1 text-sm">
            <EmailText email={email} oneLine />
          </p>
        </div>
      )}
      <InstallButton collapsed={collapsed} />
      <SignOutButton collapsed={collapsed} />
    </div>
  )
}

const SidebarContent = memo(function SidebarContent({
  unread,
  collapsed = false,
  onFollow,
}: {
  unread: number
  collapsed?: boolean
  onFollow?: (() => void) | undefined
}) {
  const remotes = root.useRouteContext({ select: (context) => context.remotes })
  const items = useMemo(() => navFor('bookkeeper', remotes), [remotes])
  const links = {
    label: 'Navigation',
    items,
    collapsed,
    onFollow,
    counts: { '/chat': { count: unread, of: 'unread' } },
  }
  return (
    <>
      <SidebarTitle collapsed={collapsed} />
      <div className={cx('min-h-0 flex-1 overflow-y-auto py-3', collapsed ? 'px-1.5' : 'px-3')}>
        {collapsed ? null : (
          <p className="px-3 pb-2 font-medium text-base-content/65 text-xs tracking-wide">NAVIGATION</p>
        )}
        <NavLinks {...links} />
      </div>
      <SidebarFooter collapsed={collapsed} />
    </>
  )
})

/** Toggles the sidebar with Ctrl+B or Cmd+B. */
function useShortcut(toggle: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [toggle])
}

/** The right end of the header, which does not depend on the sidebar. */
const HeaderEnd = memo(function HeaderEnd() {
  return (
    <div className="ml-auto flex items-center gap-4">
      <ConnectionStatus />
      <Shortcuts group={WITH_SIDEBAR} />
      <NotificationBell viewer="bookkeeper" />
    </div>
  )
})

/**
 * Lays out the bookkeeper's pages. Their state ends with the user, because a frozen tab can resume with
 * another session.
 */
export function BookkeeperLayout() {
  return <BookkeeperPortal key={useUser().id} />
}

/** Renders the sidebar (16rem, 3rem collapsed, on a phone a drawer of 18rem) and the header with the bell. */
function BookkeeperPortal() {
  const mobile = useMobile()
  const [expanded, toggleExpanded] = useSidebarState()
  useSidebarAttribute(expanded ? 'expanded' : 'collapsed')
  // The content follows after the sidebar has begun to change its width.
  const collapsed = useDeferredValue(!expanded)
  const [drawer, setDrawer] = useState(false)
  const unread = useUnreadMessages()
  const toggle = useMemo(() => (mobile ? () => setDrawer((open) => !open) : toggleExpanded), [mobile, toggleExpanded])
  useShortcut(toggle)
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh">
        {mobile ? null : (
          <aside
            aria-label="Sidebar"
            className={cx(
              'sticky top-0 z-20 flex h-dvh shrink-0 flex-col print:hidden border-base-300 border-r bg-base-100',
              'transition-[width] duration-200',
              expanded ? 'w-64' : 'w-12',
            )}
          >
            <SidebarContent unread={unread} collapsed={collapsed} />
          </aside>
        )}
        {mobile && drawer ? (
          <Drawer label="Menu" onClose={() => setDrawer(false)}>
            <SidebarContent unread={unread} onFollow={() => setDrawer(false)} />
          </Drawer>
        ) : null}
        <div className="flex min-w-0 flex-1 flex-col">
          <header
            className={cx(
              'sticky top-0 z-10 print:hidden flex h-14 shrink-0 items-center gap-3 border-base-300 border-b',
              'bg-base-100 px-4 sm:px-6',
            )}
          >
            <IconButton
              label="Toggle Sidebar"
              aria-expanded={mobile ? drawer : expanded}
              onClick={toggle}
              className="-ml-2"
              icon={<PanelLeft className="size-[1.125rem]" />}
            />
            <PaletteButton />
            <HeaderEnd />
          </header>
          <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            <OfferPushAfterWork viewer="bookkeeper" />
            <Outlet />
          </main>
        </div>
      </div>
    </>
  )
}
