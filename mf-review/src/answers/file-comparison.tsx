import { previewKind } from '@portal/contract/files'
import { Badge, type Tone } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Columns2 } from 'lucide-react'
import type { PreviewFile } from '../files/file-content.tsx'
import type { OnPreview } from '../files/use-preview.tsx'
import type { FieldContent, FileChanges } from './changes.ts'
import { AnswerFile } from './field-content-view.tsx'
import { SideBySide } from './side-by-side.tsx'

type Files = FieldContent['files']

/** Files that can be shown next to each other. */
export interface ComparableFiles {
  before: readonly PreviewFile[]
  now: readonly PreviewFile[]
}

export interface FileComparisonProps {
  before: Files
  now: Files
  changes: FileChanges
  onPreview: OnPreview
  onCompare: (files: ComparableFiles) => void
}

const canShow = ({ name, is_kept = true }: Files[number]): boolean => is_kept && previewKind(name) !== undefined

/** Shows the files of the old and of the new answer, and what happened to each. */
export function FileComparison({ before, now, changes, onPreview, onCompare }: FileComparisonProps) {
  const comparable = { before: changes.removed.filter(canShow), now: changes.added.filter(canShow) }
  const list = (files: Files) => ({ files, onPreview, changes })
  return (
    <div className="grid grid-cols-1 gap-2">
      <SideBySide before={<FileList {...list(before)} />} now={<FileList {...list(now)} />} />
      {comparable.before.length > 0 && comparable.now.length > 0 ? (
        <div>
          <Button size="sm" icon={<Columns2 />} onClick={() => onCompare(comparable)}>
            Compare side by side
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Returns what happened to a file since the earlier submission. */
function labelOf(id: string, { removed, added }: FileChanges): { tone: Tone; text: string } {
  if (removed.some((file) => file.id === id)) return { tone: 'red', text: 'Removed' }
  const file = added.find((f) => f.id === id)
  if (!file) return { tone: 'gray', text: 'Unchanged' }
  return file.isSameContent ? { tone: 'yellow', text: 'Same file again' } : { tone: 'green', text: 'New' }
}

function FileList({ files, changes, onPreview }: { files: Files; changes: FileChanges; onPreview: OnPreview }) {
  if (files.length === 0) return <p className="text-base-content/70 italic">No files</p>
  const stored = files.filter((file) => file.is_kept ?? true)
  return (
    <ul className="grid grid-cols-1 gap-2">
      {files.map((file) => {
        const { tone, text } = labelOf(file.id, changes)
        return (
          <li key={file.id} className="grid grid-cols-1 gap-1">
            <AnswerFile file={file} files={stored} onPreview={onPreview} />
            <p className="flex items-center gap-2 text-base-content/70 text-xs">
              <Badge tone={tone}>{text}</Badge>
              {file.is_kept === false ? 'No longer stored' : null}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
