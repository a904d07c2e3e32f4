import type { Role } from '@portal/contract/statuses'
import { usePassFocusOn } from '@portal/kit/ui/focus'
import { Notice as KitNotice, type NoticeProps } from '@portal/kit/ui/notice'
import { useDocumentTitle } from '@portal/kit/ui/page'
import { Spinner } from '@portal/kit/ui/states'
import { usePage } from '@portal/sdk'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Logo } from '../logo.tsx'

export interface AuthLayoutProps {
  /** The heading; the page's title by default. */
  title?: string
  /** Title of the browser tab; the page's title by default. */
  tab?: string | undefined
  subtitle?: ReactNode
  /** A notice above the card. */
  notice?: ReactNode
  children: ReactNode
  /** Links below the card. */
  footer?: ReactNode
}

/** Lays out public pages: a card in the middle. */
export function AuthLayout({ title, tab, subtitle, notice, children, footer }: AuthLayoutProps) {
  const page = usePage()
  useDocumentTitle(tab ?? page.title ?? '')
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col justify-center px-4 py-10">
      <header className="mb-6 flex flex-col items-center text-center">
        <Logo className="size-10" />
        <h1 className="mt-4 font-semibold text-2xl tracking-tight">{title ?? page.title}</h1>
        {subtitle ? <p className="mt-1 text-base-content/70 text-sm">{subtitle}</p> : null}
      </header>
      {notice}
      <div className="rounded-box border border-base-300 bg-base-100 p-5 shadow-xs sm:p-7">{children}</div>
      {footer ? <footer className="mt-6 text-center text-base-content/70 text-sm">{footer}</footer> : null}
    </main>
  )
}

/** Classes of a link in running text. */
export const LINK = 'cursor-pointer rounded-sm font-medium text-primary hover:underline'

/** Links from one portal's sign-in page to the other's. */
export const OtherPortal = ({ portal, to }: { portal: Role; to: '/' | '/client-auth' }) => (
  <>
    Are you a {portal}?{' '}
    <Link to={to} className={LINK}>
      Go to the {portal} login
    </Link>
  </>
)

/** Renders a button that looks like a link in running text. If it replaces the form, the new one gets the focus. */
export function LinkButton(props: Omit<ComponentProps<'button'>, 'ref'>) {
  const ref = useRef<HTMLButtonElement>(null)
  usePassFocusOn(ref)
  return <button {...props} ref={ref} type="button" className={LINK} />
}

export const BackToSignIn = ({ onClick }: { onClick: () => void }) => (
  <p className="text-center text-sm">
    <LinkButton onClick={onClick}>Back to Sign In</LinkButton>
  </p>
)

/** Emphasizes an email address or a name. */
export const Emphasis = ({ children }: { children: string }) => (
  <strong className="wrap-anywhere font-medium text-base-content">{children}</strong>
)

/** Renders a spinner in place of a form. */
export const Waiting = ({ label }: { label: string }) => (
  <p className="py-10 text-center">
    <Spinner label={label} />
  </p>
)

/** Shows a notice above a form. */
export const Notice = ({ tone, children }: Pick<NoticeProps, 'tone' | 'children'>) => (
  <KitNotice tone={tone} role={tone === 'error' ? 'alert' : 'status'} className="mb-4 leading-relaxed">
    {children}
  </KitNotice>
)
