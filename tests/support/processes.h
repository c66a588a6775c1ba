/* For tests that start programs: what is left of them. */
#ifndef BOARDLAB_TESTS_SUPPORT_PROCESSES_H
#define BOARDLAB_TESTS_SUPPORT_PROCESSES_H

/* An argument that only programs of this test have. */
const char *marker(void);

/* No process has the marker among its arguments. */
void assert_no_process(void);

/* The number of open files of this process. */
int count_files(void);

#endif
