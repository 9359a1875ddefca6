//! Real-time scheduling of the threads that talk to a robot.

/// Priority from 0 to 100: above all that is not real-time, below drivers and interrupts of a real-time kernel.
#[cfg(target_os = "linux")]
const PRIORITY: u8 = 20;

/// Schedules this thread, and those that it starts from now on, before all ordinary ones (`SCHED_RR`), so that a busy
/// computer does not hold back setpoints. Returns whether the system allows it: root, or users with a limit for
/// real-time priorities (`ulimit -r`).
#[cfg(target_os = "linux")]
pub fn request_real_time() -> bool {
    use thread_priority::{
        RealtimeThreadSchedulePolicy, ThreadPriority, ThreadPriorityValue, ThreadSchedulePolicy,
        set_thread_priority_and_policy, thread_native_id,
    };
    let policy = ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::RoundRobin);
    ThreadPriorityValue::try_from(PRIORITY).is_ok_and(|value| {
        let priority = ThreadPriority::Crossplatform(value);
        set_thread_priority_and_policy(thread_native_id(), priority, policy).is_ok()
    })
}

/// Not known on this system.
#[cfg(not(target_os = "linux"))]
pub fn request_real_time() -> bool {
    false
}
