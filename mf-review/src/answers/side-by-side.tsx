import type { ReactNode } from 'react'

/** Renders two answers side by side, on a phone one below the other. */
export function SideBySide({ before, now }: { before: ReactNode; now: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      <Side label="Before" className="bg-base-200/60">
        {before}
      </Side>
      <Side label="Now">{now}</Side>
    </div>
  )
}

function Side({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 rounded-field border border-base-300 px-3 py-2 text-sm ${className}`}>
      <p className="mb-1 font-medium text-base-content/70 text-xs">{label}</p>
      {children}
    </div>
  )
}
