import type { PageDefinition } from '@portal/contract/pages';
declare module '@tanstack/react-router' {
    interface StaticDataRouteOption extends Partial<PageDefinition> {
    }
}
export interface CurrentPage extends Pick<PageDefinition, 'subtitle' | 'width'> {
    title?: string | undefined;
}
export declare function usePage(): CurrentPage;
