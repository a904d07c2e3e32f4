import { Flag } from 'lucide-react'

/** Shows what is wrong with an answer, in the words that the client reads. */
export function FlagText({ children }: { children: string }) {
  return (
    <p className="flex min-w-0 items-start gap-2 font-medium text-error">
      <Flag className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
