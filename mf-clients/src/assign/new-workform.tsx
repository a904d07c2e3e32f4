import type { BuilderProgress, BuiltWorkform } from '@portal/contract/widgets'
import { Button } from '@portal/kit/ui/button'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { WorkformBuilder } from '../picker/workform-builder.tsx'
import { fieldCount } from '../picker/workform-option.tsx'

export interface NewWorkformProps {
  /** The finished workform, if any. */
  built: BuiltWorkform | undefined
  onBuilt: (built: BuiltWorkform | undefined) => void
  onDirty: (dirty: boolean) => void
  onProgress: (progress: BuilderProgress) => void
}

/** Shows the builder, or the finished workform, which can be edited again. */
export function NewWorkform({ built, onBuilt, onDirty, onProgress }: NewWorkformProps) {
  const [initial, setInitial] = useState<BuiltWorkform>()
  if (built) {
    return (
      <div className="flex items-start gap-3 rounded-field border border-base-300 px-4 py-3 text-sm">
        <FilePlus2 className="mt-0.5 size-4 shrink-0 text-base-content/60" />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-medium">{built.name}</p>
          <p className="text-base-content/70">{fieldCount(built.fields.length)}, ready to assign</p>
        </div>
        <Button
          size="sm"
          onClick={() => {
            setInitial(built)
            onBuilt(undefined)
          }}
        >
          Change
        </Button>
      </div>
    )
  }
  return (
    <WorkformBuilder
      allowReupload
      templateScreen="assign"
      submitLabel="Use This Workform"
      offerTemplate
      onDirty={onDirty}
      onProgress={onProgress}
      onSubmit={(workform) => {
        onBuilt(workform)
        onDirty(false)
      }}
      {...(initial ? { initial } : {})}
    />
  )
}
