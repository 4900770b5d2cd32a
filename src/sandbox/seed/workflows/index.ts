/** The six workflows of the seeded account, newest first. */
import type { Workflow } from '../../workflow.ts';
import { datesOf } from '../calendar.ts';
import { customerYear } from './customer-year.ts';
import { failedPaymentRecovery } from './failed-payment-recovery.ts';
import { workflowFrom } from './graph.ts';
import { newsletterWelcome, npsSurvey } from './short-plans.ts';
import { trialOnboarding } from './trial-onboarding.ts';
import { winBack } from './win-back.ts';

export function workflows(): Workflow[] {
  const plans = [npsSurvey, winBack, customerYear(), failedPaymentRecovery, newsletterWelcome, trialOnboarding];
  return plans.map((plan, index) => workflowFrom(plan, datesOf(`workflow ${plan.name}`, index, plans.length)));
}
