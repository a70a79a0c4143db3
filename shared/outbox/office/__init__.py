"""What people do to jobs, and the trail of it: dead letters by cause, live jobs one by one."""
