import type { SignInResult } from '@portal/contract/factors';
import type { Role } from '@portal/contract/statuses';
export declare function signIn(credentials: {
    email: string;
    password: string;
    portal: Role;
}): Promise<SignInResult>;
export declare function signOut(): Promise<void>;
