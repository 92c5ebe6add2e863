/** Requests about names and avatars; not loaded with the home page. */
import type { ReportPerson } from '../wire';
import { request } from './api';

/** Tell the server that the person knows why the operator changed their name. */
export const markRenamingSeen = () => request<null>('/api/renaming-seen', {});

/** Report a person's name or avatar to the operator. */
export const reportPerson = (person: string, report: ReportPerson) =>
  request<null>(`/api/people/${person}/report`, report);
