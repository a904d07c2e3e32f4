import { useDocumentTitle } from '@portal/kit/ui/page'
import { usePage } from '@portal/sdk'
import type { ReactNode } from 'react'
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

/** Shows a notice above a form. */
export function Notice({ tone, children }: { tone: 'info' | 'good' | 'bad'; children: ReactNode }) {
  const look = {
    info: 'border-base-300 bg-base-100',
    good: 'border-success/30 bg-success/8',
    bad: 'border-error/30 bg-error/8',
  }[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`mb-4 rounded-box border px-4 py-3 text-sm leading-relaxed ${look}`}
    >
      {children}
    </div>
  )
}
