import { Card } from '@portal/kit/ui/card'
import type { ReactNode } from 'react'

export interface ActionCardProps {
  title: string
  description: string
  /** The button or link of the action. */
  children: ReactNode
}

/** Renders a card with a description and one action. */
export function ActionCard({ title, description, children }: ActionCardProps) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 max-w-md">
          <h2 className="font-semibold">{title}</h2>
          <p className="mt-0.5 text-base-content/70 text-sm">{description}</p>
        </div>
        {children}
      </div>
    </Card>
  )
}
