import {
  ArrowRight,
  Bell,
  Eye,
  FileText,
  History,
  Inbox,
  type LucideIcon,
  MessageSquare,
  Paperclip,
  Pencil,
  Plus,
  Send,
  SquareTerminal,
  Upload,
  User,
  Users,
} from 'lucide-react'

/** Icons of commands by name. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'arrow-right': ArrowRight,
  bell: Bell,
  eye: Eye,
  'file-text': FileText,
  history: History,
  inbox: Inbox,
  'message-square': MessageSquare,
  paperclip: Paperclip,
  pencil: Pencil,
  plus: Plus,
  send: Send,
  upload: Upload,
  user: User,
  users: Users,
}

/** Renders the icon of a line. */
export function EntryIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? SquareTerminal
  return <Icon className="size-4 shrink-0 text-base-content/65" aria-hidden />
}
