/** The six seeded workflows, newest first. */
import { datesOf } from '../../seed-dates.ts';
import { customerYear } from './customer-year.ts';
import { failedPaymentRecovery } from './failed-payment-recovery.ts';
import { type SavedWorkflow, workflowFrom } from './graph.ts';
import { newsletterWelcome, npsSurvey } from './short-plans.ts';
import { trialOnboarding } from './trial-onboarding.ts';
import { winBack } from './win-back.ts';

export function seededWorkflows(now: number): SavedWorkflow[] {
  const plans = [npsSurvey, winBack, customerYear(), failedPaymentRecovery, newsletterWelcome, trialOnboarding];
  return plans.map((plan, index) =>
    workflowFrom(plan, { ...datesOf(`workflow ${plan.name}`, index, plans.length), countedAt: now }),
  );
}
