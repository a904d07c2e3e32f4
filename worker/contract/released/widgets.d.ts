import type { WorkformField } from './fields.ts';
export interface BuiltWorkform {
    name: string;
    description: string;
    fields: WorkformField[];
    is_template: boolean;
    due_days?: number | null;
}
export interface BuilderProgress {
    name: string;
    take: (() => BuiltWorkform | null) | null;
}
export interface WidgetProps {
    'mf-workforms/builder': {
        initial?: {
            name: string;
            description: string;
            fields: WorkformField[];
            due_days?: number | null;
        };
        allowReupload: boolean;
        templateScreen?: 'assign' | 'workforms';
        submitLabel: string;
        offerTemplate: boolean;
        busy?: boolean;
        onSubmit: (workform: BuiltWorkform) => void;
        onCancel?: () => void;
        onDirty?: (dirty: boolean) => void;
        onProgress?: (progress: BuilderProgress) => void;
    };
    'mf-workforms/preview': {
        workformId: string;
        onClose: () => void;
    };
    'mf-client-portal/guest': {
        assignmentId: string;
        fieldId: string | null;
        clientName?: string;
    };
    'mf-review/preview': {
        files: readonly {
            id: string;
            name: string;
            size: number;
        }[];
        fileId: string;
        onClose: () => void;
    };
    'mf-clients/multi-assign': {
        onClose: () => void;
        workformId?: string;
    };
}
export type WidgetName = keyof WidgetProps;
