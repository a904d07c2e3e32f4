import type { FieldType } from '@portal/contract/fields'
import { known, knownText } from '@portal/contract/known'
import {
  AlignLeft,
  AtSign,
  Calendar,
  ChevronDown,
  FileDown,
  Hash,
  type LucideIcon,
  Paperclip,
  SquareCheck,
  Type,
} from 'lucide-react'

/** How a field type is presented to bookkeepers. */
export interface FieldTypeInfo {
  label: string
  /** What clients see, in a few words. */
  help: string
  icon: LucideIcon
}

/** All field types, in the order in which they are offered. */
export const FIELD_TYPE_INFO: Readonly<Record<FieldType, FieldTypeInfo>> = {
  'short-text': { label: 'Short text', help: 'One line of text.', icon: Type },
  'long-text': { label: 'Long text', help: 'Several lines of text.', icon: AlignLeft },
  email: { label: 'Email', help: 'An email address, checked as it is typed.', icon: AtSign },
  number: { label: 'Number', help: 'A number, within bounds if you set them.', icon: Hash },
  date: { label: 'Date', help: 'A date chosen from a calendar.', icon: Calendar },
  dropdown: { label: 'Dropdown', help: 'One choice from a list.', icon: ChevronDown },
  checkbox: { label: 'Checkbox', help: 'Any number of choices from a list, or a single checkbox.', icon: SquareCheck },
  file: { label: 'File upload', help: 'One or more files from the client.', icon: Paperclip },
  'download-reupload': {
    label: 'Download and re-upload',
    help: 'The client downloads your file, completes it and uploads it again.',
    icon: FileDown,
  },
}

const TEXT = FIELD_TYPE_INFO['short-text']
/** Returns how a field type is presented. One that is new is treated as text, under its own name. */
export const typeInfo = (type: string): FieldTypeInfo =>
  known(FIELD_TYPE_INFO, type) ?? { ...TEXT, label: knownText({}, type) }

/** Returns the types to offer. The creation flow does not offer download-reupload. */
export function offeredTypes(allowReupload: boolean): FieldType[] {
  const all = Object.keys(FIELD_TYPE_INFO) as FieldType[]
  return allowReupload ? all : all.filter((type) => type !== 'download-reupload')
}
