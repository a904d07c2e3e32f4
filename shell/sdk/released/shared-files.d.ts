import type { Session } from '@portal/contract/auth';
export declare const SHARE_PATH = "/share";
type Owner = Pick<Session, 'session_id' | 'user'>;
export declare function storeSharedFiles(files: readonly File[]): Promise<void>;
export declare function sharedFilesOf({ session_id, user }: Owner): Promise<File[]>;
export declare function forgetSharedFiles({ session_id, user }: Owner): Promise<void>;
export {};
